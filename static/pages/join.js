// A refused code is replaced by typing another one.
document.querySelector("[name=code]").select();

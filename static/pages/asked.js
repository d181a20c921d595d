// A phone that asked the desk for the pencil goes on as soon as the desk has answered.
const EVERY = 3000;

setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const isOpen = !answer.redirected && (await answer.text()).includes('data-script="asked"');
  if (!isOpen) location.replace(answer.url);
}, EVERY);

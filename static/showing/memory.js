// Small values stored in the phone; null removes one. Storage may be closed to this page.
export function remember(storage, name, value) {
  try {
    if (value === null) window[storage].removeItem(name);
    else window[storage].setItem(name, JSON.stringify(value));
  } catch {
    /* Then it is forgotten. */
  }
}

export function recall(storage, name) {
  try {
    return JSON.parse(window[storage].getItem(name));
  } catch {
    return null;
  }
}

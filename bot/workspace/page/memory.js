// What the browser remembers between visits; a browser that forbids that forgets when the page is closed.

const PREFIX = "workspace ";
const fallback = new Map();

export function recall(key, otherwise = null) {
  try {
    return localStorage.getItem(PREFIX + key) ?? otherwise;
  } catch {
    return fallback.get(key) ?? otherwise;
  }
}

export function remember(key, text) {
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    fallback.set(key, text);
  }
}

/** Forgets everything whose key begins so. */
export function forget(beginning) {
  fallback.clear();
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + beginning));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // A browser that forbids remembering has nothing to forget.
  }
}

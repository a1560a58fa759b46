// Light, dark, or as the system has it.

import { recall, remember } from "./memory.js";

const CHOICES = [["auto", "Like the system"], ["light", "Light"], ["dark", "Dark"]];

/** Applies what was chosen before. */
export function applyTheme() {
  document.documentElement.dataset.theme = recall("theme", "auto");
}

/** The entries of a menu that chooses. */
export function themeEntries() {
  const chosen = recall("theme", "auto");
  const choose = (theme) => () => {
    remember("theme", theme);
    applyTheme();
  };
  return CHOICES.map(([theme, label]) => ({ label, detail: theme === chosen ? "✓" : null, run: choose(theme) }));
}

// Builds the page's nodes. Foreign text only ever enters as text: nothing here parses HTML.

/**
 * A new element: `el("a", {class: "name", href, onclick: press, dataset: {ts}}, "text", node, [more])`.
 *
 * A property whose name begins with `on` is a listener, `dataset` and `style` take objects, and everything else becomes
 * an attribute: null, undefined and false leave it out, true sets it empty (write "false" where ARIA wants the word).
 */
export function el(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) setProperty(node, name, value);
  append(node, children);
  return node;
}

function setProperty(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(node.dataset, value);
  else if (name === "style") for (const [rule, text] of Object.entries(value)) node.style.setProperty(rule, text);
  else if (name === "value") node.value = value;
  else node.setAttribute(name, value === true ? "" : value);
}

/** Appends nodes, strings and lists of them; null, undefined and false are left out. */
export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

/** Puts these children in the place of the present ones. */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/** Puts these nodes, which nobody listens to, in the place of the present children, but for those that are the same: a
 * press that has begun on one of them is a press. */
export function renew(parent, nodes) {
  nodes.forEach((node, place) => {
    const present = parent.children[place];
    if (!present) parent.append(node);
    else if (!present.isEqualNode(node)) present.replaceWith(node);
  });
  while (parent.children.length > nodes.length) parent.lastElementChild.remove();
}

/** A document fragment of these children. */
export function fragment(...children) {
  const node = document.createDocumentFragment();
  append(node, children);
  return node;
}

let ids = 0;

/** An id that no other element of the page has, for labels and descriptions. */
export function newId(prefix = "id") {
  ids += 1;
  return `${prefix}-${ids}`;
}

/** Everything inside `node` that Tab can reach now, in order. */
export function focusable(node) {
  const found = node.querySelectorAll("a[href],button,input,select,textarea,summary,[tabindex]");
  return [...found].filter((one) => !one.disabled && one.tabIndex >= 0 && one.getClientRects().length > 0);
}

/** Makes `nodes` the children of `parent` without touching those that stay, so that focus and scrolling survive. */
export function reconcile(parent, nodes) {
  const staying = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!staying.has(child)) child.remove();
  let place = parent.firstChild;
  for (const node of nodes) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

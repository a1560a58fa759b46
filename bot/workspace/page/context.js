// What the drawing of blocks has to know of the page, for one message, window or Home tab.

/**
 * `place` says where the blocks are, in the words of the page API: `{channel, ts}` or `{view_id}`. `values` keeps what
 * was chosen there while the blocks are drawn again.
 */
export function contextFor(store, surface, place, values = {}) {
  return {
    ...place,
    me: store.me,
    people: new Map(store.start.people.map((one) => [one.id, one])),
    channels: new Map(store.start.channels.map((one) => [one.id, one])),
    surface,
    values,
    now: () => store.now(),
    onAction: (action, inView = {}) => store.do("press", { ...place, ...inView, action }),
    onOptions: (query) => store.do("options", { ...place, ...query }),
  };
}

// Work that is asked for more often than it needs to be done.

/** Runs one piece of work of a kind at a time; whoever asks meanwhile gets it run once more, and waits for that. */
export class Once {
  constructor() {
    this._running = new Map();
  }

  run(key, work) {
    const running = this._running.get(key);
    if (running) {
      running.again = true;
      return running.done;
    }
    const run = { again: true };
    this._running.set(key, run);
    run.done = repeat(run, work).finally(() => this._running.delete(key));
    return run.done;
  }

  /** Resolves when nothing runs of what runs now. */
  settled() {
    return Promise.allSettled([...this._running.values()].map((run) => run.done));
  }
}

async function repeat(run, work) {
  while (run.again) {
    run.again = false;
    await work();
  }
}

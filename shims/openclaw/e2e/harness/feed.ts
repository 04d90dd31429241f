// A feed is what one part of the world has said so far, and a way to wait for what it will say.
// Everything a story waits for is an item in some feed, or something that only polling can see
// (until).

const second = 1000;

/**
 * How long a story waits for one thing, unless it says otherwise. A new gateway has locked its
 * database for half a minute while the disk was busy, and taken more than a minute for its first
 * answer while eight programs competed for each processor.
 */
export const patience = 300 * second;

interface Waiter<T> {
  accept: (item: T) => boolean;
  resolve: (item: T) => void;
}

export class Feed<T> {
  readonly items: T[] = [];
  readonly #waiters = new Set<Waiter<T>>();

  push(item: T): void {
    this.items.push(item);
    for (const waiter of this.#waiters) {
      if (waiter.accept(item)) {
        this.#waiters.delete(waiter);
        waiter.resolve(item);
      }
    }
  }

  /** A place in the feed: later items come after it. */
  get now(): number {
    return this.items.length;
  }

  since(place: number): T[] {
    return this.items.slice(place);
  }

  /** The first item after `from` that is accepted, whether it is there already or comes later. */
  async first(what: string, accept: (item: T) => boolean, from = 0, ms = patience): Promise<T> {
    const there = this.items.slice(from).find(accept);
    if (there !== undefined) {
      return there;
    }
    const { promise, resolve } = Promise.withResolvers<T>();
    const waiter = { accept, resolve };
    this.#waiters.add(waiter);
    try {
      return await within(what, ms, promise);
    } finally {
      this.#waiters.delete(waiter);
    }
  }
}

/** The promise, or an error that says what was waited for. */
export async function within<T>(what: string, ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`waited ${ms / second} s for ${what}`)), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Polls until there is an answer, for things that are not announced. */
export async function until<T>(what: string, ask: () => T | undefined | Promise<T | undefined>, ms = patience): Promise<T> {
  for (const end = Date.now() + ms; ; ) {
    const answer = await ask();
    if (answer !== undefined) {
      return answer;
    }
    if (Date.now() > end) {
      throw new Error(`waited ${ms / second} s for ${what}`);
    }
    await pause(25);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// How long the latest answers took.

const KEPT = 256;

export class Latencies {
  readonly #ms: number[] = [];
  #next = 0;

  add(ms: number): void {
    this.#ms[this.#next] = ms;
    this.#next = (this.#next + 1) % KEPT;
  }

  get count(): number {
    return this.#ms.length;
  }

  /** The latency that this share of the answers did not exceed; NaN without any. */
  quantile(share: number): number {
    const sorted = this.#ms.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  }
}

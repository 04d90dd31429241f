// Nonces: 16 random bytes each, in hex. Many are generated at a time, because a question waits for
// its nonce.

import { randomBytes } from "node:crypto";

const SIZE = 16;
const DRAWN = 256;

export class Nonces {
  #pool = Buffer.alloc(0);
  #used = 0;

  next(): string {
    if (this.#used === this.#pool.length) {
      this.#pool = randomBytes(SIZE * DRAWN);
      this.#used = 0;
    }
    const end = this.#used + SIZE;
    const nonce = this.#pool.toString("hex", this.#used, end);
    this.#used = end;
    return nonce;
  }
}

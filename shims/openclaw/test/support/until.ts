import { setTimeout as sleep } from "node:timers/promises";

/** Waits until a condition holds; it fails after 10 s. */
export async function until(so: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await so())) {
    if (performance.now() > deadline) throw new Error(`not so after 10 s: ${so}`);
    await sleep(5);
  }
}

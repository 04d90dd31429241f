// A short name for a text that need not be kept.

import { createHash } from "node:crypto";

export function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

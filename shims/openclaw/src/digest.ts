// A short name for a text that need not be kept.

import { hash } from "node:crypto";

export function digest(text: string): string {
  return hash("sha256", text, "base64");
}

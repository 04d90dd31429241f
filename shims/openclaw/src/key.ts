// Reads the gateway's key. It trusts no file that somebody else could have
// written or read.

import { createSecretKey, type KeyObject } from "node:crypto";
import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** A key file is the standard base64 of 32 bytes and a newline. */
const KEY_FILE = 45;

export async function readKey(path: string): Promise<KeyObject> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new Error(`${path} is not a regular file`);
    if ((info.mode & 0o077) !== 0) throw new Error(`${path} is open to others: its mode must be 0600`);
    if (info.size !== KEY_FILE) throw new Error(`${path} is not a key: ${info.size} bytes instead of ${KEY_FILE}`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(KEY_FILE), 0, KEY_FILE, 0);
    const text = buffer.toString("latin1");
    const key = Buffer.from(text, "base64");
    if (bytesRead !== KEY_FILE || key.length !== 32 || `${key.toString("base64")}\n` !== text) {
      throw new Error(`${path} is not a key: not the base64 of 32 bytes`);
    }
    return createSecretKey(key);
  } finally {
    await file.close();
  }
}

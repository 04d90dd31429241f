// The gateway masks anything that looks like a key in its transcripts. Its own function is used,
// since only that knows how.

export type Mask = (text: string) => string;

/** The gateway's masking; undefined if it has none. */
export async function hostMask(): Promise<Mask | undefined> {
  const specifier = "openclaw/plugin-sdk/security-runtime"; // only a gateway has it
  let runtime: { redactSensitiveText?: Mask };
  try {
    runtime = (await import(specifier)) as typeof runtime;
  } catch {
    return undefined;
  }
  return runtime.redactSensitiveText;
}

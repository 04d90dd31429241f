// The gateway masks what looks like a key in every transcript. Only it knows how,
// so its own function is used.

export type Mask = (text: string) => string;

/** The gateway's masking; undefined where it has none. */
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

// The gateway masks what looks like a key in every transcript. Only it knows how,
// so its own function is used.

export type Mask = (text: string) => string;

/** The gateway's masking; without it texts stay as they are. */
export async function hostMask(): Promise<Mask> {
  const specifier = "openclaw/plugin-sdk/security-runtime"; // only a gateway has it
  let runtime: { redactSensitiveText?: Mask };
  try {
    runtime = (await import(specifier)) as typeof runtime;
  } catch {
    return (text) => text;
  }
  return runtime.redactSensitiveText ?? ((text) => text);
}

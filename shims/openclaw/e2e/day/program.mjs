// A program of the owner's that the day's commands run: mail, calendar, lights, builds.
// It prints what the day's script has for its words, makes further such programs, and notes
// that it really ran.
import { appendFileSync, copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";

const [, self, ...words] = process.argv;
const said = [basename(self), ...words].join(" ");
const { replies, makes, ran } = JSON.parse(readFileSync(OUTSIDE, "utf8"));
appendFileSync(ran, `${JSON.stringify(said)}\n`);
for (const made of makes[said] ?? []) {
  mkdirSync(dirname(made), { recursive: true });
  copyFileSync(self, made);
}
console.log(replies[said] ?? "ok");

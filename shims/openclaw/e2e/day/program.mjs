// A program of the owner's that the day's commands run: mail, calendar, lights, builds.
// It prints what the day's script has for its words, and notes that it really ran.
import { appendFileSync, readFileSync } from "node:fs";
import { basename } from "node:path";

const [, self, ...words] = process.argv;
const said = [basename(self), ...words].join(" ");
const { replies, ran } = JSON.parse(readFileSync(new URL("outside.json", import.meta.url), "utf8"));
appendFileSync(ran, `${JSON.stringify(said)}\n`);
console.log(replies[said] ?? "ok");

// SPDX-License-Identifier: BSD-3-Clause

// node rehearse.mjs DIR rehearses the signature of a release: an authority of its own signs the files of DIR as the
// release workflow has them signed, the list of checksums is accepted with that signature, and refused if it was changed,
// signed by another workflow or repository, or by an authority that nobody trusts. Nothing leaves the machine, and
// DIR stays as it is.
import { copyFileSync, appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authority } from "./authority.mjs";
import { sign, verify } from "./statement.mjs";

const [dir] = process.argv.slice(2);
if (!dir) {
  console.error("usage: node rehearse.mjs DIR, the folder of a release with SHA256SUMS");
  process.exit(2);
}
const files = readdirSync(dir).map((name) => join(dir, name));
const list = join(dir, "SHA256SUMS");
const repository = "veilplan/veil";
const release = { repository, workflow: `${repository}/.github/workflows/release.yml`, ref: "refs/tags/v0.0.0" };
const ours = await authority();
const theirs = await authority();
const work = mkdtempSync(join(tmpdir(), "attestation-"));
try {
  const bundle = await sign(files, release, ours);
  console.log(`signed: ${files.length} files; accepted: SHA256SUMS, by ${verify(list, bundle, ours.trusted, release)}`);
  const changed = join(work, "SHA256SUMS");
  copyFileSync(list, changed);
  appendFileSync(changed, "0  veil\n");
  const broken = structuredClone(bundle);
  broken.dsseEnvelope.payload = Buffer.from(Buffer.from(broken.dsseEnvelope.payload, "base64").toString().replace(/"sha256":"./, '"sha256":"x')).toString("base64");
  const unlogged = structuredClone(bundle);
  unlogged.verificationMaterial.tlogEntries = [];
  refuses("a list that was changed", /does not name SHA256SUMS/, () => verify(changed, bundle, ours.trusted, release));
  refuses("a statement that was changed", /hash mismatch|signature/, () => verify(list, broken, ours.trusted, release));
  refuses("a statement that no log has", /expected 1 timestamps/, () => verify(list, unlogged, ours.trusted, release));
  refuses("an authority that is not trusted", /certificate chain/, () => verify(list, bundle, theirs.trusted, release));
  for (const other of [
    { ...release, workflow: `${repository}/.github/workflows/nightly.yml` },
    { ...release, repository: "else/veil", workflow: "else/veil/.github/workflows/release.yml" },
  ]) {
    const signed = await sign(files, other, ours);
    verify(list, signed, ours.trusted, other);
    refuses(`the signature of ${other.workflow}`, /^signed by/, () => verify(list, signed, ours.trusted, release));
  }
} finally {
  ours.stop();
  theirs.stop();
  rmSync(work, { recursive: true });
}

// refuses looks that a check fails, and for the reason it should: a check that cannot run refuses everything.
function refuses(what, reason, check) {
  let why;
  try {
    check();
  } catch (e) {
    why = e;
  }
  if (!why) {
    throw new Error(`${what} is accepted`);
  }
  if (!reason.test(why.message)) {
    throw new Error(`${what} is refused for another reason`, { cause: why });
  }
  console.log(`refused: ${what}: ${why.message}`);
}

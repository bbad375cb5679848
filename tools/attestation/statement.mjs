// SPDX-License-Identifier: BSD-3-Clause

// The signed statement of a release: what was built, from which commit, by which workflow.
import { bundleFromJSON, bundleToJSON } from "@sigstore/bundle";
import { DSSEBundleBuilder, FulcioSigner, RekorWitness } from "@sigstore/sign";
import { toSignedEntity, toTrustMaterial, Verifier } from "@sigstore/verify";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

const issuer = "https://token.actions.githubusercontent.com";
const inToto = "application/vnd.in-toto+json";
const provenance = "https://slsa.dev/provenance/v1";

const sum = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

// token returns the identity of a run of a workflow, as GitHub gives it; its signature is none.
function token({ repository, workflow, ref }) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const subject = `https://github.com/${workflow}@${ref}`;
  const claims = { iss: issuer, sub: subject, aud: "sigstore", repository, ref, job_workflow_ref: `${workflow}@${ref}`, exp: 4102444800, iat: 0 };
  return `${part({ alg: "none" })}.${part(claims)}.${part("")}`;
}

// sign returns the bundle that an authority makes of a statement over files.
export async function sign(files, identity, { url }) {
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: files.map((file) => ({ name: basename(file), digest: { sha256: sum(file) } })),
    predicateType: provenance,
    predicate: { buildDefinition: { buildType: "https://actions.github.io/buildtypes/workflow/v1", externalParameters: { workflow: identity } }, runDetails: { builder: { id: `https://github.com/${identity.workflow}@${identity.ref}` } } },
  };
  const builder = new DSSEBundleBuilder({
    signer: new FulcioSigner({ fulcioBaseURL: url, identityProvider: { getToken: async () => token(identity) } }),
    witnesses: [new RekorWitness({ rekorBaseURL: url, entryType: "intoto" })],
  });
  return bundleToJSON(await builder.create({ data: Buffer.from(JSON.stringify(statement)), type: inToto }));
}

// verify checks what "gh attestation verify FILE --repo REPOSITORY --signer-workflow WORKFLOW" does: the signature, that
// a trusted authority certified the signer and logged both, who that was, and that the statement names this very file.
export function verify(file, bundle, trusted, { repository, workflow }) {
  const signed = bundleFromJSON(bundle);
  const signer = new Verifier(toTrustMaterial(trusted)).verify(toSignedEntity(signed));
  const { subjectAlternativeName: who = "", extensions } = signer.identity ?? {};
  if (!who.startsWith(`https://github.com/${workflow}@refs/`) || !workflow.startsWith(`${repository}/`)) {
    throw new Error(`signed by ${who}, want ${workflow}`);
  }
  if (extensions?.issuer !== issuer) {
    throw new Error(`the identity is from ${extensions?.issuer}, want ${issuer}`);
  }
  const envelope = signed.content.dsseEnvelope;
  const statement = JSON.parse(envelope.payload.toString());
  if (envelope.payloadType !== inToto || statement.predicateType !== provenance) {
    throw new Error(`a statement of the kind ${statement.predicateType}, want ${provenance}`);
  }
  if (!statement.subject.some((s) => s.digest.sha256 === sum(file))) {
    throw new Error(`the statement does not name ${basename(file)} with its sum`);
  }
  return who;
}

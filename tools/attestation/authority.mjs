// SPDX-License-Identifier: BSD-3-Clause

// An authority for rehearsals in the place of Sigstore's: it certifies the identity in a token without looking at its
// signature, and keeps a transparency log. It serves Sigstore's two requests on this machine only.
import { generateKeyPairSync, createHash } from "node:crypto";
import { createServer } from "node:http";
import { fulcioHandler, initializeCA, initializeCTLog, initializeTLog, rekorHandler } from "@sigstore/mock";

const keys = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" });

// authority returns a running authority: its address, what has to be trusted to trust it, and how to stop it.
export async function authority() {
  const certificates = await initializeCTLog(keys());
  const ca = await initializeCA(keys(), certificates);
  const server = createServer();
  await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
  const url = `http://127.0.0.1:${server.address().port}`;
  const log = await initializeTLog(url, keys());
  server.on("request", answer([fulcioHandler(ca), rekorHandler(log)]));
  return { url, trusted: trusted(ca, certificates, log, url), stop: () => server.close() };
}

// answer serves handlers, each of which has a path and makes an answer from the text of a request.
function answer(handlers) {
  return async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const handler = handlers.find((h) => h.path === request.url);
    const made = handler ? await handler.fn(body) : { statusCode: 404, response: "" };
    response.writeHead(made.statusCode, { "Content-Type": made.contentType ?? "text/plain" }).end(made.response);
  };
}

// trusted returns the keys of an authority in the form of Sigstore's trusted root.
function trusted(ca, certificates, log, url) {
  const validFor = { start: new Date(0) };
  const witness = (baseUrl, keyId, publicKey) => ({
    baseUrl,
    hashAlgorithm: 1, // SHA2_256
    logId: { keyId },
    publicKey: { rawBytes: publicKey, keyDetails: 5, validFor }, // PKIX_ECDSA_P256_SHA_256
    operator: "",
  });
  return {
    mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
    tlogs: [witness(url, createHash("sha256").update(log.publicKey).digest(), log.publicKey)],
    ctlogs: [witness(url, Buffer.from(certificates.logID), certificates.publicKey)],
    certificateAuthorities: [
      { subject: { commonName: "rehearsal", organization: "veil" }, uri: url, certChain: { certificates: [{ rawBytes: Buffer.from(ca.rootCertificate) }] }, validFor, operator: "" },
    ],
    timestampAuthorities: [],
  };
}

// TypeScript types of an OpenAPI document, for the client package and for the console.

const PLAIN = ["application/json", "application/geo+json", "application/schema+json"];
const isText = (mediaType) => mediaType.startsWith("text/") || mediaType.endsWith("ndjson");

/**
 * A document whose answers have JSON only, where they have it; `parseAs: "text"` types the other forms of an answer.
 * Bodies of several lines of JSON are texts or files.
 */
function asSent(document) {
  const all = structuredClone(document);
  for (const { requestBody, responses } of Object.values(all.paths).flatMap(Object.values)) {
    for (const [mediaType, body] of Object.entries(requestBody?.content ?? {}))
      if (isText(mediaType)) body.schema = { anyOf: [{ type: "string" }, { type: "string", format: "binary" }] };
    for (const { content = {} } of Object.values(responses))
      if (PLAIN.some((name) => content[name]))
        for (const name of Object.keys(content)) if (!PLAIN.includes(name)) delete content[name];
  }
  return all;
}

/**
 * The TypeScript of a document. The generator is an argument, because each caller has its own installation.
 *
 * @param {{openapi: Function, astToString: Function, ts: object}} generator openapi-typescript, and TypeScript itself
 */
export async function typesOf(document, { openapi, astToString, ts }) {
  // files in a form and bodies of bytes have the format "binary"
  const transform = ({ format }) => (format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined);
  // members with a default are not required in a request
  const options = { emptyObjectsUnknown: true, defaultNonNullable: false, transform };
  return `// Generated from the OpenAPI document. Do not edit.\n${astToString(await openapi(asSent(document), options))}`;
}

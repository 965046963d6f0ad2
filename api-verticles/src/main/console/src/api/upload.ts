/**
 * Sends the body of a request and reports the sent share from 0 to 1, which `fetch` cannot do: the options of one request
 * that has this body.
 */
export const uploading = (body: FormData | Blob, progress: (share: number) => void) => ({
  bodySerializer: () => body,
  fetch: (request: Request) => sent(request, body, progress),
});

function sent(request: Request, body: FormData | Blob, progress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const upload = new XMLHttpRequest();
    upload.open(request.method, request.url);
    for (const [name, value] of request.headers)
      if (name !== "content-type" || body instanceof Blob) upload.setRequestHeader(name, value); // a form sets its own
    upload.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    upload.onerror = () => reject(new TypeError("the platform does not answer"));
    upload.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    upload.onload = () => resolve(responseOf(upload));
    request.signal.addEventListener("abort", () => upload.abort());
    upload.send(body);
  });
}

function responseOf(upload: XMLHttpRequest): Response {
  const { status, statusText, responseText } = upload;
  const headers = upload
    .getAllResponseHeaders()
    .split("\r\n")
    .filter(Boolean)
    .map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
  return new Response(status === 204 ? null : responseText, { status, statusText, headers });
}

"""An example service: answers commissions "mean NDVI per field".

It needs Python 3.10 or newer and nothing else. Its settings are the environment variables GLEBE_URL, GLEBE_CLIENT_ID and
GLEBE_CLIENT_SECRET; EXAMPLE_PAUSE is a pause after each field in seconds, EXAMPLE_COMMISSIONS ends the process after that
many commissions. See README.md.

The ids of everything that it writes follow from the commission, so a message that is delivered again writes nothing twice.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ.get("GLEBE_URL", "http://localhost:8080")
CLIENT_ID = os.environ["GLEBE_CLIENT_ID"]
CLIENT_SECRET = os.environ["GLEBE_CLIENT_SECRET"]
PAUSE = float(os.environ.get("EXAMPLE_PAUSE", "0"))
COMMISSIONS = int(os.environ.get("EXAMPLE_COMMISSIONS", "0"))
SERVICE = f"{URL}/services/{CLIENT_ID.removeprefix('svc-')}"
TIMEOUT = 30


class Refused(Exception):
    """A request that repeating does not cure."""


class Platform:
    """Requests with the token of the service. Failures of the platform or the network are repeated."""

    def __init__(self):
        self.token = ""

    def sign_in(self):
        form = {"grant_type": "client_credentials", "client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}
        body = urllib.parse.urlencode(form).encode()
        with urllib.request.urlopen(f"{URL}/services/token", body, TIMEOUT) as answer:
            self.token = json.load(answer)["access_token"]

    def call(self, method, address, body=None, headers=None):
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        pause = 0.5
        while True:
            try:
                if not self.token:
                    self.sign_in()
                sent = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **(headers or {})}
                request = urllib.request.Request(address, data, sent, method=method)
                with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                    return json.loads(answer.read() or b"null")
            except urllib.error.HTTPError as failure:
                text = failure.read().decode(errors="replace")
                if failure.code == 401 and self.token:
                    self.token = ""  # expired: once more with a new one
                    continue
                if failure.code < 500 and failure.code != 429:
                    raise Refused(f"{method} {address}: {failure.code} {text}") from failure
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                pass
            time.sleep(pause)
            pause = min(2 * pause, 30)


def work(platform, commission):
    """Writes a result for each field, and a file with all of them."""
    means = {}
    for field in commission["fieldIds"]:
        mean = mean_of(platform, commission, field)
        if mean is not None:
            means[field] = mean
            write_result(platform, commission, field, mean)
        time.sleep(PAUSE)
    if means:
        write_file(platform, commission, means)
    return f"{len(means)} of {len(commission['fieldIds'])} fields have data"


def own_id(commission, name):
    return str(uuid.uuid5(uuid.UUID(commission["id"]), name))


def job(commission):
    return {"Processing-Job-Id": commission["id"]}


def mean_of(platform, commission, field):
    parameters = commission["parameters"]
    query = {"layers": parameters.get("layer", "NDVI"), "fieldId": field, "statistics": "mean"}
    if "datetime" in parameters:
        query["datetime"] = parameters["datetime"]
    collection = urllib.parse.quote(parameters.get("collection", ""), safe="")
    address = f"{URL}/api/v2/collections/{collection}/aggregate/summary?{urllib.parse.urlencode(query)}"
    summary = platform.call("GET", address)
    return summary["layers"][0].get("mean")


def write_result(platform, commission, field, mean):
    result = {
        "id": own_id(commission, f"result {field}"),
        "processingJobId": commission["id"],
        "farmId": commission["farmId"],
        "fieldId": field,
        "kind": "VALUE",
        "name": "mean NDVI",
        "value": round(mean, 6),
        "unit": "1",
        "originType": "SERVICE",
    }
    platform.call("PUT", f"{URL}/v1/results/{result['id']}", result, job(commission))


def write_file(platform, commission, means):
    """A file is an attachment of a record. Its id is made by the platform, so the service looks for it first."""
    note = platform.call("GET", f"{URL}/v1/data-types?code=NOTE")["items"][0]["id"]
    record = {
        "id": own_id(commission, "report"),
        "farmId": commission["farmId"],
        "fieldId": commission["fieldIds"][0],
        "dataTypeId": note,
        "payload": {"text": "Mean NDVI per field, see the attached file"},
        "originType": "SERVICE",
    }
    platform.call("PUT", f"{URL}/v1/data/{record['id']}", record, job(commission))
    if platform.call("GET", f"{URL}/v1/files?dataId={record['id']}")["items"]:
        return
    lines = ["field,mean_ndvi", *(f"{field},{mean:.6f}" for field, mean in means.items())]
    boundary = uuid.uuid4().hex
    form = (
        f"--{boundary}\r\n"
        'Content-Disposition: form-data; name="file"; filename="mean-ndvi.csv"\r\n'
        "Content-Type: text/csv\r\n\r\n" + "\n".join(lines) + f"\n\r\n--{boundary}--\r\n"
    )
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", **job(commission)}
    platform.call("POST", f"{URL}/v1/records/{record['id']}/attachments", form.encode(), headers)


def end(platform, commission, outcome, message):
    try:
        platform.call("POST", f"{SERVICE}/commissions/{commission['id']}/{outcome}", {"message": message[:2000]})
    except Refused as refused:  # cancelled meanwhile: a message about it follows
        print(refused, file=sys.stderr)


def serve():
    platform = Platform()
    cursor = ""  # everything that is not acknowledged, also what a killed process has left
    ended = 0
    while not COMMISSIONS or ended < COMMISSIONS:
        page = platform.call("GET", f"{SERVICE}/messages" + (f"?cursor={cursor}" if cursor else ""))
        for message in page["items"]:
            commission = message["commission"]
            if message["kind"] == "COMMISSION":
                try:
                    end(platform, commission, "complete", work(platform, commission))
                except (Refused, KeyError, StopIteration, IndexError) as failure:
                    end(platform, commission, "fail", f"{type(failure).__name__}: {failure}")
                ended += 1
            else:
                platform.call("POST", f"{SERVICE}/messages/{message['id']}/acknowledge")
        cursor = page["nextCursor"]
        if not page["items"]:
            time.sleep(1)


if __name__ == "__main__":
    serve()

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * An example service: answers commissions "mean NDVI per field". It needs a JDK 25 and nothing else: {@code java
 * MeanNdvi.java}. Its settings are the environment variables GLEBE_URL, GLEBE_CLIENT_ID and GLEBE_CLIENT_SECRET;
 * EXAMPLE_PAUSE is a pause after each field in seconds, EXAMPLE_COMMISSIONS ends the process after that many commissions.
 *
 * <p>The ids of everything that it writes follow from the commission, so a message that is delivered again writes nothing
 * twice.
 */
public final class MeanNdvi {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final String url = setting("GLEBE_URL", "http://localhost:8080");
  private final String clientId = setting("GLEBE_CLIENT_ID", "");
  private final String secret = setting("GLEBE_CLIENT_SECRET", "");
  private final long pauseMillis = (long) (1000 * Double.parseDouble(setting("EXAMPLE_PAUSE", "0")));
  private final int commissions = Integer.parseInt(setting("EXAMPLE_COMMISSIONS", "0"));
  private final String service = url + "/services/" + clientId.replaceFirst("^svc-", "");
  private String token = "";

  /** A request that repeating does not cure. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  public static void main(String[] args) throws Exception {
    new MeanNdvi().serve();
  }

  private static String setting(String name, String absent) {
    return System.getenv().getOrDefault(name, absent);
  }

  private void serve() throws Exception {
    String cursor = ""; // everything that is not acknowledged, also what a killed process has left
    int ended = 0;
    while (commissions == 0 || ended < commissions) {
      Json page = call("GET", service + "/messages" + (cursor.isEmpty() ? "" : "?cursor=" + cursor), "");
      List<Json> messages = page.get("items").list();
      for (Json message : messages) {
        Json commission = message.get("commission");
        if (message.get("kind").text().equals("COMMISSION")) {
          answer(commission);
          ended++;
        } else {
          call("POST", service + "/messages/" + message.get("id").text() + "/acknowledge", "");
        }
      }
      cursor = page.get("nextCursor").text();
      if (messages.isEmpty()) {
        Thread.sleep(1000);
      }
    }
  }

  private void answer(Json commission) throws InterruptedException {
    try {
      end(commission, "complete", work(commission));
    } catch (Refused | RuntimeException failure) {
      end(commission, "fail", failure.toString());
    }
  }

  /** Writes a result for each field, and a file with all of them. */
  private String work(Json commission) throws Refused, InterruptedException {
    List<String> lines = new ArrayList<>();
    List<Json> fields = commission.get("fieldIds").list();
    for (Json field : fields) {
      Json mean = mean(commission, field.text());
      if (mean.value() instanceof Double number) {
        writeResult(commission, field.text(), number);
        lines.add(String.format(Locale.ROOT, "%s,%.6f", field.text(), number));
      }
      Thread.sleep(pauseMillis);
    }
    if (!lines.isEmpty()) {
      writeFile(commission, fields.getFirst().text(), lines);
    }
    return lines.size() + " of " + fields.size() + " fields have data";
  }

  private static String ownId(Json commission, String name) {
    return Uuids.v5(UUID.fromString(commission.get("id").text()), name).toString();
  }

  private Json mean(Json commission, String field) throws Refused, InterruptedException {
    Json parameters = commission.get("parameters");
    String query = "layers=" + encoded(parameters.get("layer").textOr("NDVI")) + "&fieldId=" + field + "&statistics=mean";
    if (!parameters.get("datetime").textOr("").isEmpty()) {
      query += "&datetime=" + encoded(parameters.get("datetime").text());
    }
    String collection = encoded(parameters.get("collection").textOr(""));
    Json summary = call("GET", url + "/api/v2/collections/" + collection + "/aggregate/summary?" + query, "");
    return summary.get("layers").list().getFirst().get("mean");
  }

  private void writeResult(Json commission, String field, double mean) throws Refused, InterruptedException {
    String id = ownId(commission, "result " + field);
    String result =
        String.format(
            Locale.ROOT,
            """
            {"id": "%s", "processingJobId": "%s", "farmId": "%s", "fieldId": "%s", "kind": "VALUE",
             "name": "mean NDVI", "value": %.6f, "unit": "1", "originType": "SERVICE"}
            """,
            id,
            commission.get("id").text(),
            commission.get("farmId").text(),
            field,
            mean);
    call("PUT", url + "/v1/results/" + id, result, "Processing-Job-Id", commission.get("id").text());
  }

  /** A file is an attachment of a record. Its id is made by the platform, so the service looks for it first. */
  private void writeFile(Json commission, String field, List<String> lines) throws Refused, InterruptedException {
    String job = commission.get("id").text();
    String note = call("GET", url + "/v1/data-types?code=NOTE", "").get("items").list().getFirst().get("id").text();
    String id = ownId(commission, "report");
    String record =
        """
        {"id": "%s", "farmId": "%s", "fieldId": "%s", "dataTypeId": "%s", "originType": "SERVICE",
         "payload": {"text": "Mean NDVI per field, see the attached file"}}
        """
            .formatted(id, commission.get("farmId").text(), field, note);
    call("PUT", url + "/v1/data/" + id, record, "Processing-Job-Id", job);
    if (!call("GET", url + "/v1/files?dataId=" + id, "").get("items").list().isEmpty()) {
      return;
    }
    String boundary = UUID.randomUUID().toString();
    String form =
        "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"mean-ndvi.csv\"\r\n"
            + "Content-Type: text/csv\r\n\r\nfield,mean_ndvi\n" + String.join("\n", lines) + "\n\r\n--" + boundary + "--\r\n";
    call(
        "POST",
        url + "/v1/records/" + id + "/attachments",
        form,
        "Processing-Job-Id",
        job,
        "Content-Type",
        "multipart/form-data; boundary=" + boundary);
  }

  private void end(Json commission, String outcome, String message) throws InterruptedException {
    String text = message.substring(0, Math.min(message.length(), 2000)).replaceAll("[\\p{Cntrl}\"\\\\]", " ");
    try {
      call(
          "POST",
          service + "/commissions/" + commission.get("id").text() + "/" + outcome,
          "{\"message\": \"" + text + "\"}");
    } catch (Refused refused) { // cancelled meanwhile: a message about it follows
      System.err.println(refused.getMessage());
    }
  }

  // --- requests ---------------------------------------------------------------------------------------------------

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private void signIn() throws IOException, InterruptedException {
    String form =
        "grant_type=client_credentials&client_id=" + encoded(clientId) + "&client_secret=" + encoded(secret);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/services/token"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build();
    HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("the sign-in was answered " + answer.statusCode());
    }
    token = Json.parse(answer.body()).get("access_token").text();
  }

  /** Sends a request with the token of the service. Failures of the platform or the network are repeated. */
  private Json call(String method, String address, String body, String... headers) throws Refused, InterruptedException {
    for (long pause = 500; ; pause = Math.min(2 * pause, 30_000)) {
      try {
        if (token.isEmpty()) {
          signIn();
        }
        HttpResponse<String> answer = http.send(request(method, address, body, headers), BodyHandlers.ofString());
        int status = answer.statusCode();
        if (status == 401) {
          token = ""; // expired: once more with a new one
        } else if (status < 400) {
          return answer.body().isEmpty() ? new Json(null) : Json.parse(answer.body());
        } else if (status < 500 && status != 429) {
          throw new Refused(method + " " + address + ": " + status + " " + answer.body());
        }
      } catch (IOException failure) {
        System.err.println(failure);
      }
      Thread.sleep(pause);
    }
  }

  private HttpRequest request(String method, String address, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address))
            .timeout(TIMEOUT)
            .setHeader("Content-Type", "application/json")
            .setHeader("Authorization", "Bearer " + token)
            .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return request.build();
  }

  // --- identifiers and JSON, which the JDK does not have -------------------------------------------------------------

  /** Name-based UUIDs (RFC 9562, version 5). */
  private static final class Uuids {
    static UUID v5(UUID namespace, String name) {
      try {
        var sha = java.security.MessageDigest.getInstance("SHA-1");
        var bytes = java.nio.ByteBuffer.allocate(16);
        bytes.putLong(namespace.getMostSignificantBits()).putLong(namespace.getLeastSignificantBits());
        sha.update(bytes.array());
        var digest = java.nio.ByteBuffer.wrap(sha.digest(name.getBytes(StandardCharsets.UTF_8)));
        long most = digest.getLong() & ~0xF000L | 0x5000L;
        long least = digest.getLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
        return new UUID(most, least);
      } catch (java.security.NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * A JSON value.
   *
   * @param value a Map, List, String, Double or Boolean, or null
   */
  private record Json(Object value) {
    static Json parse(String text) {
      return new Json(new Parser(text).value());
    }

    /** A member of an object; a value without content if there is none. */
    Json get(String name) {
      return new Json(value instanceof Map<?, ?> map ? map.get(name) : null);
    }

    List<Json> list() {
      return value instanceof List<?> list ? list.stream().map(Json::new).toList() : List.of();
    }

    String text() {
      if (value instanceof String text) {
        return text;
      }
      throw new IllegalStateException("a text is missing");
    }

    String textOr(String absent) {
      return value instanceof String text ? text : absent;
    }
  }

  /** Reads one JSON document, as the platform writes it. */
  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    Object value() {
      blank();
      return switch (text.charAt(at)) {
        case '{' -> object();
        case '[' -> array();
        case '"' -> string();
        case 't' -> word("true", true);
        case 'f' -> word("false", false);
        case 'n' -> word("null", null);
        default -> number();
      };
    }

    private void blank() {
      while (Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    private boolean ends(char close) {
      blank();
      if (text.charAt(at) == ',') {
        at++;
        return false;
      }
      boolean ends = text.charAt(at) == close;
      at += ends ? 1 : 0;
      return ends;
    }

    private Map<String, Object> object() {
      Map<String, Object> map = new LinkedHashMap<>();
      at++;
      while (!ends('}')) {
        blank();
        String name = string();
        blank();
        at++; // the colon
        map.put(name, value());
      }
      return map;
    }

    private List<Object> array() {
      List<Object> list = new ArrayList<>();
      at++;
      while (!ends(']')) {
        list.add(value());
      }
      return list;
    }

    private Object word(String word, Object meaning) {
      at += word.length();
      return meaning;
    }

    private Double number() {
      int from = at;
      while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      return Double.valueOf(text.substring(from, at));
    }

    private String string() {
      StringBuilder string = new StringBuilder();
      for (at++; text.charAt(at) != '"'; at++) {
        char next = text.charAt(at);
        if (next != '\\') {
          string.append(next);
          continue;
        }
        char escaped = text.charAt(++at);
        if (escaped == 'u') {
          string.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
          at += 4;
        } else {
          int known = "bfnrt".indexOf(escaped);
          string.append(known < 0 ? escaped : "\b\f\n\r\t".charAt(known));
        }
      }
      at++;
      return string.toString();
    }
  }
}

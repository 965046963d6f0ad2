package io.glebe.api.identity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A user's browser for tests. It keeps cookies and does not follow redirects automatically. */
final class Browser {
  private static final Pattern TRANSACTION =
      Pattern.compile("name=\"transaction\" value=\"([^\"]+)\"");

  private final HttpClient client;

  Browser() {
    this(HttpClient.newBuilder());
  }

  /** A browser with settings of its own, for example certificates that it trusts. */
  Browser(HttpClient.Builder builder) {
    client = builder.cookieHandler(new LooseCookies()).build();
  }

  HttpResponse<String> get(URI uri) {
    return send(HttpRequest.newBuilder(uri));
  }

  HttpResponse<String> post(URI uri, Map<String, String> form) {
    return send(
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(encoded(form))));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static String encoded(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  static String transaction(HttpResponse<String> page) {
    Matcher matcher = TRANSACTION.matcher(page.body());
    if (!matcher.find()) {
      throw new AssertionError("no form: " + page.statusCode());
    }
    return matcher.group(1);
  }

  /** The parameters of a redirect. */
  static Map<String, String> returned(HttpResponse<String> redirect) {
    String location =
        redirect.headers().firstValue("Location").orElseThrow(() -> new AssertionError(redirect));
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : URI.create(location).getRawQuery().split("&", -1)) {
      String[] parts = pair.split("=", 2);
      parameters.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return parameters;
  }

  static ObjectNode json(HttpResponse<String> response) {
    return Json.parseObject(response.body());
  }
}

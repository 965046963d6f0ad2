package io.glebe.api.identity;

import java.net.CookieHandler;
import java.net.HttpCookie;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The cookies of one server. Secure cookies are also sent to loopback without TLS, as browsers do;
 * the cookie manager of the JDK does not.
 */
final class LooseCookies extends CookieHandler {
  private final Map<String, HttpCookie> cookies = new ConcurrentHashMap<>();

  @Override
  public Map<String, List<String>> get(URI uri, Map<String, List<String>> headers) {
    String line =
        cookies.values().stream()
            .map(cookie -> cookie.getName() + "=" + cookie.getValue())
            .collect(Collectors.joining("; "));
    return line.isEmpty() ? Map.of() : Map.of("Cookie", List.of(line));
  }

  @Override
  public void put(URI uri, Map<String, List<String>> headers) {
    headers.forEach(
        (name, values) -> {
          if (name != null && name.equalsIgnoreCase("Set-Cookie")) {
            values.forEach(this::keep);
          }
        });
  }

  private void keep(String line) {
    for (HttpCookie cookie : HttpCookie.parse("Set-Cookie: " + line)) {
      if (cookie.getMaxAge() == 0) {
        cookies.remove(cookie.getName());
      } else {
        cookies.put(cookie.getName(), cookie);
      }
    }
  }
}

package io.glebe.api.devidentity;

import io.glebe.api.http.html.Html;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The few pages of the development identity. */
final class SignInPages {
  private static final Map<String, String> MEANING =
      Map.of(
          "farm-read", "read farm records",
          "farm-write", "write farm records",
          "spatio-read", "see maps and series",
          "spatio-write", "upload maps and series",
          "sensor-read", "read sensors",
          "sensor-write", "write sensors and observations");

  private static final String STYLE =
      """
      body{max-width:34rem;margin:3rem auto;color:#1d2a1d;background:#f6f7f2}
      button{display:block;width:100%;margin:.4rem 0;padding:.6rem 1rem;font:inherit;
        text-align:left;border:1px solid #9aaa8a;border-radius:.5rem;background:#fff;cursor:pointer}
      button:hover,button:focus-visible,button.current{background:#e3edd6}
      small{color:#56634e}.warning{border-left:.3rem solid #b8860b;padding-left:.8rem}
      """;

  private SignInPages() {}

  /** The page on which a person chooses a user; the choice signs in and consents. */
  static String signIn(
      DevClient client, Set<String> scopes, String transaction, Optional<String> current) {
    String wanted =
        scopes.stream()
            .map(scope -> "<li>" + Html.escape(MEANING.getOrDefault(scope, scope)) + "</li>")
            .collect(Collectors.joining());
    String users =
        DevUser.ALL.stream()
            .map(user -> button(user, current.equals(Optional.of(user.name()))))
            .collect(Collectors.joining());
    return page(
        "Sign in",
        """
        <h1>Sign in</h1>
        <p class="warning">Development identity: anybody can be anybody here.</p>
        <p><strong>%s</strong> asks to act for you%s</p><ul>%s</ul>
        <form method="post" action="authorize">
        <input type="hidden" name="transaction" value="%s">
        %s
        <button name="deny" value="true">Refuse</button>
        </form>
        """
            .formatted(
                Html.escape(client.name()),
                scopes.isEmpty() ? "." : " and to:",
                wanted,
                transaction,
                users));
  }

  private static String button(DevUser user, boolean current) {
    return "<button name=\"user\" value=\"%s\"%s>Continue as <strong>%s</strong> <small>%s</small></button>\n"
        .formatted(
            user.name(),
            current ? " class=\"current\" autofocus" : "",
            user.name(),
            Html.escape(user.note()));
  }

  /** The page that asks before a sign-out without a valid hint. */
  static String signOut(Map<String, String> carried) {
    String hidden =
        carried.entrySet().stream()
            .map(
                e ->
                    "<input type=\"hidden\" name=\"%s\" value=\"%s\">"
                        .formatted(e.getKey(), Html.escape(e.getValue())))
            .collect(Collectors.joining());
    return page(
        "Sign out",
        "<h1>Sign out?</h1><form method=\"post\" action=\"end_session\">"
            + hidden
            + "<button name=\"confirm\" value=\"true\">Sign out</button></form>");
  }

  static String signedOut() {
    return page("Signed out", "<h1>You are signed out</h1>");
  }

  static String fault(String what) {
    return page("No sign-in", "<h1>The sign-in failed</h1><p>" + Html.escape(what) + "</p>");
  }

  private static String page(String title, String body) {
    return Html.start(title, STYLE) + body + Html.END;
  }
}

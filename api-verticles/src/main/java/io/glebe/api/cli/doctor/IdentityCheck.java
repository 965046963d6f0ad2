package io.glebe.api.cli.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWKSet;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.SigningAlgorithms;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The identity provider: its description, its keys, its clock. */
final class IdentityCheck implements PartCheck {
  static final String PART = "identity";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Override
  public List<Finding> of(Settings settings)
      throws IOException, InterruptedException, ParseException {
    Optional<URI> issuer = settings.get(IdentitySettings.IDENTITY_ISSUER);
    if (issuer.isEmpty()) {
      return List.of(Finding.ok(PART, "the development identity; everybody signs in as anybody"));
    }
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      return of(client, issuer.get().toString(), settings.get(IdentitySettings.IDENTITY_SKEW));
    }
  }

  private static List<Finding> of(HttpClient client, String issuer, Duration skew)
      throws IOException, InterruptedException, ParseException {
    HttpResponse<String> answer =
        get(client, issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration");
    ObjectNode description = Json.parseObject(answer.body());
    List<Finding> findings = new ArrayList<>();
    String named = description.path("issuer").asText();
    findings.add(
        named.equals(issuer)
            ? Finding.ok(PART, issuer + " answers")
            : Finding.fault(
                PART,
                "the provider calls itself %s, %s is %s; tokens would be refused"
                    .formatted(named, IdentitySettings.IDENTITY_ISSUER.name(), issuer)));
    findings.add(keys(get(client, description.path("jwks_uri").asText()).body()));
    clock(answer, skew).ifPresent(findings::add);
    return findings;
  }

  private static HttpResponse<String> get(HttpClient client, String address)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE).build();
    try {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException(address + " answers with status " + answer.statusCode());
      }
      return answer;
    } catch (IOException e) {
      throw e.getMessage() == null || e.getMessage().isEmpty()
          ? new IOException(address + " cannot be reached", e)
          : e;
    }
  }

  private static Finding keys(String document) throws ParseException {
    long fitting =
        JWKSet.parse(document).getKeys().stream().filter(SigningAlgorithms::isUsable).count();
    return fitting == 0
        ? Finding.fault(PART, "the provider publishes no key of an accepted algorithm")
        : Finding.ok(
            PART,
            fitting == 1
                ? "1 key of an accepted algorithm"
                : fitting + " keys of accepted algorithms");
  }

  private static Optional<Finding> clock(HttpResponse<String> answer, Duration skew) {
    Optional<Duration> apart =
        answer
            .headers()
            .firstValue("Date")
            .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME))
            .map(date -> Duration.between(date.toInstant(), Instant.now()).abs());
    return apart
        .filter(difference -> difference.compareTo(skew.plusSeconds(1)) > 0)
        .map(
            difference ->
                Finding.fault(
                    PART,
                    "its clock differs from that of this machine by %d s; tokens would be refused"
                        .formatted(difference.toSeconds())));
  }
}

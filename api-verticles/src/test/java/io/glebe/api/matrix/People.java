package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Route;
import io.glebe.api.http.Surface;
import io.glebe.core.catalogue.StarterRoles;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** All callers of the matrix, with User records, roles and tokens. */
final class People {
  private static final Set<String> BOTH = Set.of("read", "write");
  private static final List<Set<String>> HALVES = List.of(Set.of("read"), Set.of("write"));

  private final Onboarding onboarding;
  private final UUID home;
  private final UUID away = UUID.randomUUID();
  private final String prefix = "matrix-" + UUID.randomUUID() + "-";
  private final List<MatrixPerson> all = new ArrayList<>();
  private final Map<String, String> tokens = new ConcurrentHashMap<>();

  /**
   * @param home the home farm of the matrix
   */
  People(UUID home) {
    Platform platform = TestPlatform.shared().platform();
    this.home = home;
    onboarding = new Onboarding(platform.infrastructure().database(), platform.records().records());
    onboarding.roles().await();
    onboarding.administrator(user("admin")).await(); // the user who creates the tokens
    farm(away);
    for (StarterRoles.StarterRole role : StarterRoles.standard().roles()) {
      for (MatrixRelation relation :
          List.of(MatrixRelation.OWN, MatrixRelation.FOREIGN, MatrixRelation.SHARED)) {
        add(holder(role.code(), relation), BOTH);
      }
    }
    HALVES.forEach(scope -> add(holder("OWNER", MatrixRelation.OWN), scope));
    String administrator = prefix + "administrator";
    onboarding.administrator(user(administrator)).await();
    all.add(
        new MatrixPerson(administrator, Optional.empty(), MatrixRelation.NONE, true, true, BOTH));
    String member = prefix + "member";
    onboarding.user(user(member)).await();
    all.add(new MatrixPerson(member, Optional.empty(), MatrixRelation.NONE, true, false, BOTH));
    all.add(
        new MatrixPerson("stranger", Optional.empty(), MatrixRelation.NONE, false, false, BOTH));
    all.add(new MatrixPerson("", Optional.empty(), MatrixRelation.NONE, false, false, BOTH));
  }

  List<MatrixPerson> all() {
    return List.copyOf(all);
  }

  /** The person who may call an operation: the owner, in the registries the administrator. */
  MatrixPerson caller(Route route) {
    boolean maintained =
        route.operation().permissions().anyOf().stream()
            .allMatch(permission -> permission.entity().equals("registeredService"));
    return route.surface().equals(Surface.STORE)
            || maintained && route.surface().equals(Surface.SERVICES)
        ? all.stream().filter(MatrixPerson::administrator).findFirst().orElseThrow()
        : all.getFirst();
  }

  private void add(MatrixPerson person, Set<String> scope) {
    all.add(
        new MatrixPerson(person.subject(), person.role(), person.relation(), true, false, scope));
  }

  private MatrixPerson holder(String role, MatrixRelation relation) {
    String subject = prefix + role + "-" + relation;
    UUID user = onboarding.user(user(subject)).await();
    onboarding.assign(user, relation == MatrixRelation.FOREIGN ? away : home, role).await();
    if (relation == MatrixRelation.SHARED) {
      UUID own = UUID.randomUUID();
      farm(own);
      onboarding.assign(user, own, "OWNER").await();
    }
    return new MatrixPerson(subject, Optional.of(role), relation, true, false, BOTH);
  }

  private void farm(UUID farm) {
    UUID organization = UUID.randomUUID();
    onboarding.organization(organization, "Elsewhere").await();
    onboarding
        .farm(
            farm,
            Json.object().put("name", "Elsewhere").put("organizationId", organization.toString()))
        .await();
  }

  private static Onboarding.NewUser user(String subject) {
    return new Onboarding.NewUser(subject, Optional.empty(), "Somebody", Optional.empty());
  }

  /**
   * A token of the person with the person's scopes; empty for a caller without a token.
   *
   * @param audience the API, for example {@code farm-api}
   */
  String token(MatrixPerson person, String audience) {
    if (person.subject().isEmpty()) {
      return "";
    }
    return person.known()
        ? tokens.computeIfAbsent(person.toString(), key -> issued(person))
        : tokens.computeIfAbsent(person + audience, key -> development("stranger", audience));
  }

  private String issued(MatrixPerson person) {
    ObjectNode order = Json.object().put("name", "matrix").put("subject", person.subject());
    List<String> areas = List.of("farm", "spatio", "sensor");
    areas.forEach(area -> order.withArray("audiences").add(area + "-api"));
    areas.forEach(
        area -> person.scope().forEach(word -> order.withArray("scopes").add(area + "-" + word)));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri("/v1/admin/tokens"))
            .header("Authorization", "Bearer " + development("admin", "farm-api"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Json.write(order)));
    HttpResponse<String> made = TestPlatform.shared().send(request);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return Json.parseObject(made.body()).path("token").asText();
  }

  /** A token of a user of the development identity provider. */
  private static String development(String user, String audience) {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&user="
            + user
            + "&audience="
            + audience;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri("/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form));
    return Json.parseObject(TestPlatform.shared().send(request).body())
        .path("access_token")
        .asText();
  }
}

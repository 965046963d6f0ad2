package io.glebe.api.registry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.registry.AppRegistry;
import io.glebe.core.registry.AppReviews;
import io.glebe.core.registry.AppVersion;
import io.glebe.core.registry.RegisteredApp;

/** Apps and versions as JSON. */
final class RegistryJson {
  private final AppRegistry registry;
  private final AppReviews reviews;

  RegistryJson(AppRegistry registry) {
    this.registry = registry;
    this.reviews = registry.reviews();
  }

  ObjectNode app(RegisteredApp app) {
    ObjectNode json = Json.object();
    json.put("id", app.id().toString());
    json.put("name", app.name());
    json.put("state", app.state().name());
    json.put("ownerId", app.owner().toString());
    json.put("createdAt", app.created().toString());
    registry.queries().clientId(app).ifPresent(id -> json.put("clientId", id));
    json.set("client", client(app));
    app.approved().ifPresent(number -> json.put("approvedVersion", number));
    app.withdrawal()
        .ifPresent(
            end ->
                json.put("withdrawnAt", end.at().toString())
                    .put("withdrawnById", end.by().toString())
                    .put("withdrawalReason", end.reason()));
    return json;
  }

  private static ObjectNode client(RegisteredApp app) {
    ObjectNode json = Json.object();
    if (app.client().isEmpty()) {
      return json.put("state", "NONE");
    }
    RegisteredApp.ClientProgress progress = app.client().get();
    String agreed = app.withdrawal().isPresent() ? "DISABLED" : "ENABLED";
    json.put("state", progress.done() ? agreed : "PENDING");
    json.put("failedAttempts", progress.attempts());
    progress.lastError().ifPresent(error -> json.put("lastError", error));
    progress.since().ifPresent(at -> json.put("changedAt", at.toString()));
    return json;
  }

  ObjectNode version(AppVersion version) {
    ObjectNode json = Json.object();
    json.put("appId", version.app().toString());
    json.put("number", version.number());
    json.put("state", version.state().name());
    json.set("manifest", version.manifest());
    json.put("authorId", version.author().toString());
    json.put("createdAt", version.created().toString());
    json.put("updatedAt", version.updated().toString());
    version.submitted().ifPresent(at -> json.put("submittedAt", at.toString()));
    version.decided().ifPresent(at -> json.put("decidedAt", at.toString()));
    version.reason().ifPresent(reason -> json.put("reason", reason));
    reviews.restricted(version).forEach(json.putArray("restrictedScopes")::add);
    json.put("approvalsNeeded", reviews.needed(version));
    ArrayNode all = json.putArray("reviews");
    for (AppVersion.Review review : version.reviews()) {
      all.addObject()
          .put("reviewerId", review.reviewer().toString())
          .put("decision", review.approved() ? "APPROVED" : "REJECTED")
          .put("comment", review.comment())
          .put("at", review.at().toString());
    }
    return json;
  }
}

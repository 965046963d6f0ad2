package io.glebe.api.farm.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.UUID;

/** The endpoints by which a client writes an attribute of a User. */
enum UserEndpoints {
  PATCH {
    @Override
    Answer write(FarmPerson writer, UUID user, ObjectNode patch) {
      return new Answer(writer.send("PATCH", "/v1/users/" + user, Json.write(patch)));
    }
  },
  PUT {
    @Override
    Answer write(FarmPerson writer, UUID user, ObjectNode patch) {
      return new Answer(writer.send("PUT", "/v1/users/" + user, Json.write(whole(user, patch))));
    }
  },
  BATCHED_PATCH {
    @Override
    Answer write(FarmPerson writer, UUID user, ObjectNode patch) {
      return batch(writer, "PATCH", user, patch);
    }
  },
  BATCHED_PUT {
    @Override
    Answer write(FarmPerson writer, UUID user, ObjectNode patch) {
      return batch(writer, "PUT", user, whole(user, patch));
    }
  };

  /** The response to the write. */
  record Answer(int status, JsonNode body) {
    Answer(HttpResponse<String> answer) {
      this(answer.statusCode(), Json.parse(answer.body()));
    }
  }

  /** Writes these attributes; {@code null} removes one. */
  abstract Answer write(FarmPerson writer, UUID user, ObjectNode patch);

  private static ObjectNode whole(UUID user, ObjectNode patch) {
    ObjectNode body = Json.object().put("id", user.toString()).put("displayName", "Somebody");
    body.setAll(patch);
    patch.properties().stream()
        .filter(e -> e.getValue().isNull())
        .forEach(e -> body.remove(e.getKey()));
    return body;
  }

  private static Answer batch(FarmPerson writer, String method, UUID user, ObjectNode body) {
    ObjectNode outbox = Json.object();
    ObjectNode operation = outbox.putArray("operations").addObject();
    operation.put("method", method).put("path", "/users/" + user).set("body", body);
    JsonNode result =
        Json.parse(writer.send("POST", "/v1/$batch", Json.write(outbox)).body())
            .path("results")
            .path(0);
    return new Answer(result.path("status").asInt(), result.path("body"));
  }
}

package io.glebe.api.ops;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;

/** JSON Schemas of the answers about the state of the process. */
final class OpsSchemas {
  private OpsSchemas() {}

  static ObjectNode health() {
    ObjectNode build =
        Members.of("Build", "The versions of the platform and of what it runs on")
            .must("version", Schemas.text("of the platform"))
            .must("java", Schemas.text("of the virtual machine"))
            .must("vertx", Schemas.text("of Vert.x"))
            .schema();
    return Members.of("Health", "The process lives")
        .must("status", Schemas.word("up").put("description", "always the same"))
        .must("build", build)
        .schema();
  }

  static ObjectNode liveness() {
    return Members.of("Liveness", "Event loops and listeners work")
        .must("status", Schemas.word("live").put("description", "always the same"))
        .schema();
  }

  static ObjectNode readiness() {
    return Members.of("PlatformReadiness", "Requests can be served")
        .must("status", Schemas.word("ready").put("description", "always the same"))
        .must(
            "parts",
            Schemas.map(Schemas.text("ready, or a note for operators"))
                .put("description", "each part by its name"))
        .schema();
  }
}

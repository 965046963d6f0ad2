package io.glebe.api.ops;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.problem.ProblemType;
import java.util.Arrays;
import java.util.List;

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

  /** The ends of the addresses of all types of problems. */
  static List<String> slugs() {
    return Arrays.stream(ProblemType.values()).map(ProblemType::slug).toList();
  }

  static ObjectNode problemType() {
    return Members.of("ProblemType", "A type of problems")
        .must("type", Schemas.uri().put("description", "as in the type of a problem"))
        .must("title", Schemas.text("as in the title of a problem"))
        .must("status", Schemas.integer(400, 599).put("description", "the usual status"))
        .must("description", Schemas.text("when it occurs"))
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

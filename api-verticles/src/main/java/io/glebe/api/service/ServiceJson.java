package io.glebe.api.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.service.RegisteredService;

/** Services as JSON. */
final class ServiceJson {
  private ServiceJson() {}

  /**
   * @param maintains whether the reader maintains services and sees who did it and with which
   *     credentials it signs in
   */
  static ObjectNode of(RegisteredService service, boolean maintains) {
    ObjectNode json = Json.object();
    json.put("id", service.id().toString());
    json.put("name", service.name());
    json.put("description", service.description());
    json.put("state", service.enabled() ? "ENABLED" : "DISABLED");
    json.put("clientId", service.clientId());
    json.put("createdAt", service.created().toString());
    service.disabled().ifPresent(end -> json.put("disabledAt", end.at().toString()));
    if (maintains) {
      json.put("createdById", service.createdBy().toString());
      json.put("authentication", service.publicKey().isPresent() ? "PRIVATE_KEY_JWT" : "SECRET");
      service.publicKey().ifPresent(key -> json.set("publicKey", key));
      service
          .disabled()
          .ifPresent(
              end ->
                  json.put("disabledById", end.by().toString())
                      .put("disabledReason", end.reason()));
    }
    return json;
  }
}

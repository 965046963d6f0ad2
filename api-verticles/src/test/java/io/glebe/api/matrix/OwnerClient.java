package io.glebe.api.matrix;

import io.glebe.api.boot.Platform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.json.Json;
import io.glebe.core.json.JsonPatch;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/** Requests of the owner of the farm to the farm API and the sensor service of a platform. */
record OwnerClient(Platform platform, String token) {
  static OwnerClient of(Platform platform) {
    HashedTokens tokens =
        new HashedTokens(platform.infrastructure().database(), InstantSource.system(), () -> {});
    HashedTokens.Order order =
        new HashedTokens.Order(
            "limits",
            platform.identity().recordIssuer(),
            "owner",
            Set.of("farm-api", "sensor-api"),
            Set.of("farm-read", "farm-write", "sensor-read", "sensor-write"),
            Optional.empty());
    return new OwnerClient(platform, tokens.issue(order, Optional.empty()).await().token());
  }

  HttpResponse<byte[]> get(String path) {
    return SpatioClient.exchange(request(path));
  }

  HttpResponse<byte[]> post(String path, Object body) {
    return SpatioClient.exchange(request(path).POST(BodyPublishers.ofString(body.toString())));
  }

  HttpResponse<byte[]> put(String path, Object body) {
    return SpatioClient.exchange(request(path).PUT(BodyPublishers.ofString(body.toString())));
  }

  /** Sends a JSON Patch. */
  HttpResponse<byte[]> patch(String path, Object operations) {
    return SpatioClient.exchange(
        request(path)
            .setHeader("Content-Type", JsonPatch.MEDIA_TYPE)
            .method("PATCH", BodyPublishers.ofString(operations.toString())));
  }

  HttpResponse<byte[]> delete(String path) {
    return SpatioClient.exchange(request(path).DELETE());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(platform.address() + path))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", Json.MEDIA_TYPE);
  }
}

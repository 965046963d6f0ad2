package io.glebe.core.partner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * GETs of the partner's JSON, within bounds of time, size, attempts and pages. Refusals: 409 when
 * the partner no longer accepts the token, 404, 429 and 502 as the partner's answer asks for.
 */
public final class PartnerRequests {
  /** Requests for one answer, the first among them. */
  static final int MAX_ATTEMPTS = 3;

  /** Largest answer that is read, in bytes. */
  static final int MAX_BYTES = 8 * 1024 * 1024;

  /** Pages that are followed for one list. */
  static final int MAX_PAGES = 100;

  /** Longest wait that a Retry-After may ask of a caller who waits with us, in seconds. */
  static final int MAX_RETRY_AFTER_SECONDS = 5;

  private static final long FIRST_PAUSE_MILLIS = 100;

  private final Vertx vertx;
  private final HttpClient client;
  private final URI base;
  private final Duration timeout;

  /**
   * @param client shared; not closed here
   * @param base the address that all requests, also those of next pages, stay under
   * @param timeout for each attempt
   */
  public PartnerRequests(Vertx vertx, HttpClient client, URI base, Duration timeout) {
    this.vertx = vertx;
    this.client = client;
    this.base = base;
    this.timeout = timeout;
  }

  /** The members {@code values} of all pages, following the links named {@code nextPage}. */
  public Future<List<JsonNode>> all(String path, String token) {
    return pages(base.resolve(path), token, new ArrayList<>(), 1);
  }

  private Future<List<JsonNode>> pages(URI at, String token, List<JsonNode> found, int page) {
    return get(at, token, 1)
        .compose(
            answer -> {
              if (!answer.path("values").isArray()) {
                return Future.failedFuture(garbage());
              }
              answer.path("values").forEach(found::add);
              String next = next(answer);
              if (next.isEmpty()) {
                return Future.succeededFuture(List.copyOf(found));
              }
              if (page == MAX_PAGES) {
                return Future.failedFuture(
                    Problem.of(ProblemType.BAD_GATEWAY, "the partner's list has too many pages"));
              }
              return pages(sameOrigin(at, next), token, found, page + 1);
            });
  }

  private static String next(ObjectNode answer) {
    for (JsonNode link : answer.path("links")) {
      if ("nextPage".equals(link.path("rel").asText())) {
        return link.path("uri").asText();
      }
    }
    return "";
  }

  /** A link to elsewhere would carry the user's token there. */
  private URI sameOrigin(URI at, String link) {
    URI next;
    try {
      next = at.resolve(link);
    } catch (IllegalArgumentException e) {
      throw garbage();
    }
    if (!Objects.equals(next.getScheme(), base.getScheme())
        || !Objects.equals(next.getRawAuthority(), base.getRawAuthority())) {
      throw Problem.of(ProblemType.BAD_GATEWAY, "the partner's next page is at another server");
    }
    return next;
  }

  private Future<ObjectNode> get(URI at, String token, int attempt) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setAbsoluteURI(at.toString())
            .setFollowRedirects(false)
            .putHeader("Accept", "application/json")
            .putHeader("Authorization", "Bearer " + token);
    return client
        .request(options)
        .compose(
            request ->
                request
                    .send()
                    .compose(PartnerRequests::read)
                    .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .onFailure(gone -> request.reset()))
        .recover(failure -> Future.succeededFuture(Answer.UNREACHABLE))
        .compose(answer -> settle(at, token, attempt, answer));
  }

  private Future<ObjectNode> settle(URI at, String token, int attempt, Answer answer) {
    if (answer.status() == 200) {
      try {
        return Future.succeededFuture(Json.parseObject(answer.body().getBytes()));
      } catch (Problem unreadable) {
        return Future.failedFuture(garbage());
      }
    }
    boolean soon = answer.retryAfterSeconds() <= MAX_RETRY_AFTER_SECONDS;
    if (answer.passing() && soon && attempt < MAX_ATTEMPTS) {
      long pause =
          Math.max(answer.retryAfterSeconds() * 1000L, FIRST_PAUSE_MILLIS << (attempt - 1));
      return vertx
          .timer(pause, TimeUnit.MILLISECONDS)
          .compose(rested -> get(at, token, attempt + 1));
    }
    return Future.failedFuture(refusal(answer));
  }

  private static Problem refusal(Answer answer) {
    return switch (answer.status()) {
      case 401 -> Problem.conflict("the partner no longer accepts the grant: connect again");
      case 403 -> Problem.forbidden("the partner does not show this to the connected user");
      case 404 -> Problem.notFound("the partner knows nothing at this address");
      case 429 ->
          Problem.of(ProblemType.TOO_MANY_REQUESTS, "the partner asks for fewer requests")
              .with("Retry-After", Integer.toString(Math.max(1, answer.retryAfterSeconds())));
      default -> Problem.of(ProblemType.BAD_GATEWAY, "the partner cannot be reached or fails");
    };
  }

  private static Problem garbage() {
    return Problem.of(ProblemType.BAD_GATEWAY, "the partner's answer cannot be read");
  }

  private static Future<Answer> read(HttpClientResponse response) {
    Promise<Answer> promise = Promise.promise();
    Buffer body = Buffer.buffer();
    response.exceptionHandler(promise::tryFail);
    response.endHandler(
        end ->
            promise.tryComplete(
                new Answer(
                    response.statusCode(), seconds(response.getHeader("Retry-After")), body)));
    response.handler(
        part -> {
          if (body.length() + part.length() > MAX_BYTES) {
            promise.tryFail("the answer is too large");
          } else {
            body.appendBuffer(part);
          }
        });
    return promise.future();
  }

  private static int seconds(String header) {
    return header != null && header.matches("[0-9]{1,6}") ? Integer.parseInt(header) : 0;
  }

  private record Answer(int status, int retryAfterSeconds, Buffer body) {
    static final Answer UNREACHABLE = new Answer(0, 0, Buffer.buffer());

    boolean passing() {
      return status == 0 || status == 429 || status >= 500;
    }
  }
}

package io.glebe.core.partner;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.config.PartnerSettings.PartnerPaging;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Sends GET requests for the partner's JSON with limits for time, size, attempts and pages. Fails
 * with 409 when the partner neither accepts nor renews the token, or with 403, 404, 429 or 502
 * according to the partner's answer.
 */
final class PartnerRequests {
  /** Maximum number of requests for one answer, including the first. */
  static final int MAX_ATTEMPTS = 3;

  /** Maximum size of an answer in bytes. */
  static final int MAX_BYTES = 8 * 1024 * 1024;

  /** Maximum number of pages of one list. */
  static final int MAX_PAGES = 100;

  /** Maximum Retry-After for which the caller waits, in seconds. */
  static final int MAX_RETRY_AFTER_SECONDS = 5;

  private static final long FIRST_PAUSE_MILLIS = 100;

  /** A page of a list, and the URL of the next one. */
  record Page(List<JsonNode> values, Optional<URI> next) {}

  private final Vertx vertx;
  private final HttpClient client;
  private final URI base;
  private final PartnerPaging paging;
  private final Duration timeout;

  /**
   * @param client shared; not closed here
   * @param base URL with a trailing slash; all requests must stay below it
   * @param timeout timeout of each attempt
   */
  PartnerRequests(
      Vertx vertx, HttpClient client, URI base, PartnerPaging paging, Duration timeout) {
    this.vertx = vertx;
    this.client = client;
    this.base = base;
    this.paging = paging;
    this.timeout = timeout;
  }

  /** Returns the first page of a list, or a later one by its URL. */
  Future<Page> page(String reference, Bearer bearer) {
    URI at = sameOrigin(base, reference);
    return bearer
        .token()
        .compose(token -> get(new Call(at, bearer, token, false), 1))
        .map(response -> page(at, response));
  }

  /** Returns the entries of all pages. */
  Future<List<JsonNode>> all(String reference, Bearer bearer) {
    return pages(reference, bearer, new ArrayList<>(), 1);
  }

  private Future<List<JsonNode>> pages(
      String reference, Bearer bearer, List<JsonNode> values, int number) {
    return page(reference, bearer)
        .compose(
            page -> {
              values.addAll(page.values());
              if (page.next().isEmpty()) {
                return Future.succeededFuture(List.copyOf(values));
              }
              if (number == MAX_PAGES) {
                return Future.failedFuture(
                    Problem.of(ProblemType.BAD_GATEWAY, "the partner's list has too many pages"));
              }
              return pages(page.next().get().toString(), bearer, values, number + 1);
            });
  }

  private Page page(URI at, Response response) {
    JsonNode tree;
    try {
      tree = Json.parse(response.body().getBytes());
    } catch (Problem unreadable) {
      throw unreadable();
    }
    JsonNode entries = tree.isArray() ? tree : tree.path("values");
    if (!entries.isArray()) {
      throw unreadable();
    }
    List<JsonNode> values = new ArrayList<>();
    entries.forEach(values::add);
    Optional<URI> next =
        Paging.next(paging, at, tree, response.link()).map(link -> sameOrigin(at, link));
    return new Page(values, next);
  }

  /** A link to another origin would send the user's token there. */
  private URI sameOrigin(URI at, String link) {
    URI expected = base;
    URI next;
    try {
      next = at.resolve(link);
    } catch (IllegalArgumentException e) {
      throw unreadable();
    }
    if (!Objects.equals(next.getScheme(), expected.getScheme())
        || !Objects.equals(next.getRawAuthority(), expected.getRawAuthority())) {
      throw Problem.of(ProblemType.BAD_GATEWAY, "the partner's next page is at another server");
    }
    return next;
  }

  /**
   * One GET with its token; {@code renewed} is true after the token was replaced because of a
   * refusal.
   */
  private record Call(URI at, Bearer bearer, String token, boolean renewed) {
    Call with(String renewedToken) {
      return new Call(at, bearer, renewedToken, true);
    }
  }

  private Future<Response> get(Call call, int attempt) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setAbsoluteURI(call.at().toString())
            .setFollowRedirects(false)
            .putHeader("Accept", "application/json")
            .putHeader("Authorization", "Bearer " + call.token());
    return client
        .request(options)
        .compose(
            request ->
                request
                    .send()
                    .compose(PartnerRequests::read)
                    .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .onFailure(cause -> request.reset()))
        .recover(failure -> Future.succeededFuture(Response.UNREACHABLE))
        .compose(response -> evaluate(call, attempt, response));
  }

  private Future<Response> evaluate(Call call, int attempt, Response response) {
    if (response.status() == 200) {
      return Future.succeededFuture(response);
    }
    if (response.status() == 401 && !call.renewed()) {
      return call.bearer()
          .renewed(call.token())
          .compose(renewedToken -> get(call.with(renewedToken), attempt));
    }
    boolean waitsShortly = response.retryAfterSeconds() <= MAX_RETRY_AFTER_SECONDS;
    if (response.isTransient() && waitsShortly && attempt < MAX_ATTEMPTS) {
      long pause =
          Math.max(response.retryAfterSeconds() * 1000L, FIRST_PAUSE_MILLIS << (attempt - 1));
      return vertx.timer(pause, TimeUnit.MILLISECONDS).compose(ignored -> get(call, attempt + 1));
    }
    return Future.failedFuture(refusal(response));
  }

  private static Problem refusal(Response response) {
    return switch (response.status()) {
      case 401 -> Problem.conflict("the partner no longer accepts the grant: connect again");
      case 403 -> Problem.forbidden("the partner does not let the connected user read this");
      case 404 -> Problem.notFound("the partner has no resource at this address");
      case 429 ->
          Problem.of(ProblemType.TOO_MANY_REQUESTS, "the partner asks for fewer requests")
              .retryAfter(Math.max(1, response.retryAfterSeconds()));
      default -> Problem.of(ProblemType.BAD_GATEWAY, "the partner cannot be reached or fails");
    };
  }

  private static Problem unreadable() {
    return Problem.of(ProblemType.BAD_GATEWAY, "the partner's response cannot be read");
  }

  private static Future<Response> read(HttpClientResponse response) {
    Promise<Response> promise = Promise.promise();
    Buffer body = Buffer.buffer();
    response.exceptionHandler(promise::tryFail);
    response.endHandler(end -> promise.tryComplete(Response.of(response, body)));
    response.handler(
        part -> {
          if (body.length() + part.length() > MAX_BYTES) {
            promise.tryFail("the response is too large");
          } else {
            body.appendBuffer(part);
          }
        });
    return promise.future();
  }

  private record Response(int status, int retryAfterSeconds, String link, Buffer body) {
    static final Response UNREACHABLE = new Response(0, 0, "", Buffer.buffer());

    static Response of(HttpClientResponse response, Buffer body) {
      return new Response(
          response.statusCode(),
          RetryAfter.seconds(response.getHeader("Retry-After"), Instant.now()),
          String.join(", ", response.headers().getAll("Link")),
          body);
    }

    boolean isTransient() {
      return status == 0 || status == 429 || status >= 500;
    }
  }
}

package io.glebe.api.http.server;

import io.glebe.api.http.Exchange;
import io.glebe.api.http.ProblemHandler;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.html.Html;
import io.glebe.api.http.html.SignInPage;
import io.glebe.api.http.path.PathSegments;
import io.glebe.core.problem.Problem;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/**
 * The reply to a refused request: a problem document, or the page that leads a person to the
 * sign-in.
 *
 * @param console whether people can sign in at this process
 */
record Refusals(boolean console) {
  static Refusals of(RouteTable table) {
    return new Refusals(table.match(HttpMethod.GET, PathSegments.of(SignInPage.LOGIN)).isPresent());
  }

  Reply reply(Exchange exchange, Problem problem) {
    HttpServerRequest request = exchange.request();
    if (!SignInPage.isWanted(request, problem)) {
      return ProblemHandler.reply(problem, exchange.links(), exchange.id(), exchange.surface());
    }
    String page = SignInPage.of(request.uri(), problem, exchange.id(), console);
    Reply reply = Reply.text(problem.status(), Html.CONTENT_TYPE, page);
    problem.headers().forEach(reply::header);
    return reply.header("Vary", "Accept, Authorization, Cookie").cache("no-store");
  }
}

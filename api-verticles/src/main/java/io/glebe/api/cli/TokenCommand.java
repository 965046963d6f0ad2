package io.glebe.api.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.access.TokenRequestForm;
import io.glebe.api.cli.access.UserFlag;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code glebe token}: one access token of the running platform's development identity. */
@Command(
    name = "token",
    description = "Prints an access token of the running platform's development identity.",
    mixinStandardHelpOptions = true)
public final class TokenCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;
  @Mixin private UserFlag user;

  @Option(
      names = "--client",
      paramLabel = "ID",
      defaultValue = "",
      description = "client id in the token")
  private String client;

  @Option(
      names = "--audience",
      paramLabel = "API",
      defaultValue = "farm-api",
      description = "API that accepts the token (${DEFAULT-VALUE})")
  private String audience;

  @Option(
      names = "--scope",
      paramLabel = "SCOPES",
      defaultValue = "",
      description = "scopes, separated by spaces; default: all scopes of the audience")
  private String scope;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ObjectNode details = RunningFile.require(data.folder());
    String address = details.path("http").asText();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + TokenRequestForm.PATH))
            .timeout(TIMEOUT)
            .header("Content-Type", TokenRequestForm.MEDIA_TYPE)
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    TokenRequestForm.form(user.name(), client, audience, scope)))
            .build();
    try (HttpClient http = LocalHttp.open(details, TIMEOUT)) {
      print(http.send(request, HttpResponse.BodyHandlers.ofString()));
    } catch (ConnectException e) {
      throw new IOException("the platform at " + address + " does not answer", e);
    }
    return 0;
  }

  private void print(HttpResponse<String> response) throws IOException {
    if (response.statusCode() == 404) {
      throw new IOException("the running platform has no development identity");
    }
    ObjectNode answer = Json.parseObject(response.body());
    String token = answer.path("access_token").asText();
    if (response.statusCode() != 200 || token.isEmpty()) {
      String reason =
          answer
              .path("error_description")
              .asText(answer.path("detail").asText("status " + response.statusCode()));
      throw new IOException("the development identity refused: " + reason);
    }
    spec.commandLine().getOut().println(token);
  }
}

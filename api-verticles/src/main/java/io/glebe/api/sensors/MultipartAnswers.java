package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.config.BatchForm;
import io.glebe.core.json.Json;
import io.glebe.core.memory.TextBytes;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.UUID;

/** Writes the answers to a batch as {@code multipart/mixed}, without copies of their bodies. */
final class MultipartAnswers {
  private static final int NOT_FOUND = 404;

  private final boolean standard;
  private final String end;

  MultipartAnswers(BatchForm form) {
    standard = form == BatchForm.STANDARD;
    end = standard ? "\r\n" : "\n";
  }

  /** A response in the format of the batch. */
  record Document(String mediaType, Buffer body) {}

  Document write(List<BatchItem.Answer> answers) {
    String boundary = boundary("batch_");
    TextBytes text = new TextBytes();
    for (int i = 0; i < answers.size(); ) {
      int next = i + 1;
      String group = answers.get(i).item().group();
      while (!group.isEmpty() && next < answers.size() && isOf(group, answers.get(next))) {
        next++;
      }
      text.append("--" + boundary + end);
      if (group.isEmpty()) {
        part(answers.get(i), text);
      } else {
        changeSet(answers.subList(i, next), text);
      }
      i = next;
    }
    text.append("--" + boundary + "--" + (standard ? end : ""));
    return new Document(MultipartBatch.MEDIA_TYPE + ";boundary=" + boundary, text.buffer());
  }

  private static String boundary(String kind) {
    return kind + UUID.randomUUID().toString().replace("-", "");
  }

  private static boolean isOf(String group, BatchItem.Answer answer) {
    return answer.item().group().equals(group);
  }

  /** The response to a failed change set contains only its failure. */
  private void changeSet(List<BatchItem.Answer> answers, TextBytes text) {
    for (BatchItem.Answer answer : answers) {
      if (answer.outcome().isError() && !BatchRun.isDependent(answer.outcome())) {
        part(answer, text);
        return;
      }
    }
    if (BatchRun.isDependent(answers.getFirst().outcome())) {
      part(answers.getFirst(), text);
      return;
    }
    String boundary = boundary("changes_");
    text.append("Content-Type: " + MultipartBatch.MEDIA_TYPE + "; boundary=" + boundary);
    text.append(end + end);
    for (BatchItem.Answer answer : answers) {
      part(answer, text.append("--" + boundary + end));
    }
    text.append("--" + boundary + "--" + end);
  }

  private void part(BatchItem.Answer answer, TextBytes batch) {
    StringBuilder text = new StringBuilder("Content-Type: application/http").append(end);
    if (standard) {
      text.append("Content-Transfer-Encoding: binary").append(end);
    }
    if (!answer.item().id().isEmpty()) {
      text.append("Content-ID: ").append(answer.item().id()).append(end);
    }
    Outcome outcome = standard ? answer.outcome() : frost(answer.outcome());
    head(outcome, text.append(end));
    batch.append(text.append(end).toString()).append(outcome.body()).append(end);
  }

  private void head(Outcome outcome, StringBuilder text) {
    if (standard) {
      String reason = HttpResponseStatus.valueOf(outcome.status()).reasonPhrase();
      text.append("HTTP/1.1 ").append(outcome.status()).append(' ').append(reason).append(end);
    } else {
      text.append("http/1.1 ").append(outcome.status()).append(" no text").append(end);
    }
    if (!outcome.location().isEmpty()) {
      text.append("Location: ").append(outcome.location()).append(end);
    }
    if (outcome.hasBody() && !outcome.mediaType().isEmpty()) {
      text.append("Content-Type: ").append(outcome.mediaType()).append(end);
    }
    if (standard) {
      text.append("Content-Length: ").append(outcome.body().length()).append(end);
    }
  }

  /** The outcome as FROST-Server shows it: a fault without a media type, JSON with its charset. */
  private static Outcome frost(Outcome outcome) {
    if (!outcome.isError()) {
      String type =
          outcome.mediaType().equals(Json.MEDIA_TYPE)
              ? Json.MEDIA_TYPE + "; charset=UTF-8"
              : outcome.mediaType();
      return new Outcome(outcome.status(), type, outcome.body(), outcome.location());
    }
    ObjectNode fault = Json.object().put("code", outcome.status()).put("type", "error");
    String message =
        outcome.status() == NOT_FOUND
            ? HttpResponseStatus.NOT_FOUND.reasonPhrase()
            : Json.parseObject(outcome.body().getBytes()).path("message").asText();
    Buffer body = Buffer.buffer(Json.bytes(fault.put("message", message)));
    return new Outcome(outcome.status(), "", body, "");
  }
}

package io.glebe.api.area;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Reply;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CursorPageTest {
  private static final List<UUID> IDS = List.of(new UUID(7, 1), new UUID(7, 2), new UUID(7, 3));

  private static ObjectNode page(List<UUID> read, int limit, Optional<UUID> after) {
    Reply reply =
        CursorPage.of(read, limit, after, id -> Json.object().put("id", id.toString()), id -> id);
    return Json.parseObject(((Reply.Payload.Bytes) reply.payload()).buffer().getBytes());
  }

  @Test
  void aPageWithMoreBehindItContinuesAfterItsLastEntry() {
    ObjectNode page = page(IDS, 2, Optional.empty());

    assertThat(page.path("items")).hasSize(2);
    assertThat(page.path("hasMore").asBoolean()).isTrue();
    assertThat(page.path("nextCursor").asText()).isEqualTo(IDS.get(1).toString());
  }

  @Test
  void theLastPageHasACursorForLaterEntries() {
    ObjectNode page = page(IDS, 3, Optional.empty());

    assertThat(page.path("hasMore").asBoolean()).isFalse();
    assertThat(page.path("nextCursor").asText()).isEqualTo(IDS.get(2).toString());
  }

  @Test
  void anEmptyPageStaysAtItsCursor() {
    assertThat(CursorPage.next(List.of(), Optional.of(IDS.getFirst())))
        .isEqualTo(IDS.getFirst().toString());
    assertThat(CursorPage.next(List.of(), Optional.empty()))
        .isEqualTo("00000000-0000-0000-0000-000000000000");
  }
}

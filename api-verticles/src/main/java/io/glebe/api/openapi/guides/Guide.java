package io.glebe.api.openapi.guides;

import java.util.List;

/**
 * A guide as HTML.
 *
 * @param path its file without the ending, such as {@code operations/backup}; {@code README} is the
 *     list of all
 * @param body safe HTML
 * @param sections its text by headings, for the search
 */
record Guide(String path, String title, String body, List<Section> sections) {

  /**
   * The text between two headings.
   *
   * @param anchor the id of the heading
   * @param level 1 for the title
   * @param text plain, on one line
   */
  record Section(String anchor, int level, String heading, String text) {}
}

/**
 * Folders of data and of programs: their rights, locks and deletion, and the account and command
 * line of the programs that work in them. Blocking.
 */
@NullMarked
package io.glebe.core.folder;

import org.jspecify.annotations.NullMarked;

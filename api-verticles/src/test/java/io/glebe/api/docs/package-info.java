/** Runs the commands of the README and of the pages in docs against a platform with the sample. */
@NullMarked
package io.glebe.api.docs;

import org.jspecify.annotations.NullMarked;

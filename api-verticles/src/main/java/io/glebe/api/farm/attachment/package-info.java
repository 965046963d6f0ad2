/** HTTP endpoints that upload and download attachments. */
@NullMarked
package io.glebe.api.farm.attachment;

import org.jspecify.annotations.NullMarked;

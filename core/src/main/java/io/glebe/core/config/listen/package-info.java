/** Reads the network interfaces and the certificate files of the servers from the settings. */
@NullMarked
package io.glebe.core.config.listen;

import org.jspecify.annotations.NullMarked;

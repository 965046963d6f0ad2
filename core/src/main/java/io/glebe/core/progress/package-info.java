/** How long work tells people how far it is. */
package io.glebe.core.progress;

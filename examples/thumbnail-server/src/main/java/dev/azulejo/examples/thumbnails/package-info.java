/**
 * A server that makes pictures of models that strangers send: what it takes to put a {@link
 * dev.azulejo.scene.service.Renderer} behind HTTP.
 *
 * <pre>
 *  POST /thumbnail ─▶ Upload ─▶ ThumbnailServer ─▶ Renderer ─▶ a picture
 *                     a bound    a thread that waits,
 *                     in bytes   a wish to end if the client goes
 * </pre>
 */
package dev.azulejo.examples.thumbnails;

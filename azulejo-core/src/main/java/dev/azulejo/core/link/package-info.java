/**
 * What the GPUs of a group tell each other: facts go in, bytes of a stated layout travel, and what
 * a receiver knows comes out. No reference ever crosses, so that GPUs may be threads of a process,
 * processes, or machines.
 *
 * <pre>
 *  a GPU                                                   another GPU
 *  pretest ─▶ Outbox ─▶ MessageWriter ══ Transport ══▶ Inbox ─▶ MessageReader
 *  statistics, progress ─┘                              ├─▶ HintTable:   which GPUs a piece touches
 *                                                       ├─▶ StatusBoard: who is how far, or silent
 *                                                       └─▶ ObjectTable: who rendered what
 * </pre>
 *
 * <ul>
 *   <li>{@link HintMessage}: the layout, byte by byte. {@link MessageWriter}, {@link
 *       MessageReader}: write it; check and read it.
 *   <li>{@link HintTable}: what a GPU knows of the pieces of a phase. {@link StatusBoard}: of other
 *       GPUs. {@link ObjectTable}: who rendered what. {@link Receipt}: what became of a message.
 *   <li>{@link VisibilityMessage}: the layout of what one GPU tells of a coarse bin, to be
 *       processed there by another. {@link VisibilityWriter}, {@link VisibilityReader}: write it;
 *       check and read it.
 *   <li>{@link PixelMessage}: the layout of what brings pixels to who shows them, {@link
 *       PixelWriter} and {@link PixelReader} likewise, each a {@link PixelStream}.
 *   <li>{@link HintDetail}: what hints may say; {@link Statistic}: what GPUs tell of themselves.
 *   <li>{@link Transport}: how messages travel, and {@link Transports}: those of each kind in a
 *       group. {@link MailboxTransport}: inside a process, a {@link Mailbox} a receiver. {@link
 *       FaultyTransport}: badly, to study, a {@link FaultyLine} a receiver; {@link Faults}, {@link
 *       Fault}.
 *   <li>{@link Outbox}, {@link Inbox}: ends of it for a thread that sends and one that receives.
 * </ul>
 *
 * <p>All but visibility streams and pixels are hints: they may be lost, late, doubled, in another
 * order or damaged, and no pixel changes. A piece of which nothing was heard is rendered. Pixels
 * that are lost are asked for again.
 *
 * <p>Memory: buffers, a ring for each receiver, and a few bytes a piece; nothing is allocated when
 * they have grown. Threads: each class says whose it is; nobody ever waits for a receiver. Reads no
 * clock. Imports nothing.
 */
package dev.azulejo.core.link;

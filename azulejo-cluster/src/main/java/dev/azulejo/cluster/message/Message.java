package dev.azulejo.cluster.message;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.NamedContent;

import java.util.List;

/** What a coordinator and its workers tell each other about a job. */
public sealed interface Message {
    /** Returns which job it is about: a number that its coordinator has drawn. */
    long job();

    /**
     * To a member: there is work.
     *
     * @param release of the coordinator
     */
    record Offer(long job, String release) implements Message {}

    /**
     * To the coordinator: here is who works.
     *
     * @param release of the worker
     * @param slots how many units it does at a time, 1 and up
     */
    record Ready(long job, String release, int slots) implements Message {}

    /**
     * To the coordinator: nothing is done for it.
     *
     * @param release of who says so: another one, or that of a coordinator, which does no units
     */
    record Refusal(long job, String release) implements Message {}

    /**
     * To a worker: a unit to be done.
     *
     * @param unit its number in the job
     * @param task what is to be done, in the words of who does it
     * @param files what it is to be done with
     */
    record Work(long job, int unit, byte[] task, List<NamedContent> files) implements Message {}

    /**
     * To the coordinator: content is not here.
     *
     * @param transfer number of the worker's for this request; one with another number for the same
     *     content is not waited for any more
     * @param hash which
     */
    record Need(long job, int transfer, ContentHash hash) implements Message {}

    /**
     * To a worker: a piece of content.
     *
     * @param transfer which it was asked for with
     * @param hash of all of it
     * @param offset of the piece in it, bytes
     * @param last whether nothing comes behind it
     * @param bytes of the piece
     */
    record Piece(long job, int transfer, ContentHash hash, long offset, boolean last, byte[] bytes)
            implements Message {}

    /**
     * To a worker: content cannot be had.
     *
     * @param transfer which it was asked for with
     * @param hash which
     * @param why in one line
     */
    record Missing(long job, int transfer, ContentHash hash, String why) implements Message {}

    /**
     * To the coordinator: a piece of what came of a unit.
     *
     * @param unit which
     * @param offset of the piece, bytes
     * @param last whether nothing comes behind it
     * @param bytes of the piece
     */
    record Result(long job, int unit, long offset, boolean last, byte[] bytes) implements Message {}

    /**
     * To the coordinator: nothing comes of a unit here; it may elsewhere.
     *
     * @param unit which
     * @param why in one line
     */
    record GaveUp(long job, int unit, String why) implements Message {}

    /**
     * To the coordinator: a unit was not taken, because so many are here; it is no fault of its.
     *
     * @param unit which
     */
    record NoRoom(long job, int unit) implements Message {}

    /**
     * To a worker: a unit is not wanted any more.
     *
     * @param unit which
     */
    record Drop(long job, int unit) implements Message {}

    /** To a worker: is the job known? No answer is expected if it is. */
    record Check(long job) implements Message {}

    /**
     * To the coordinator: the job is not known, be it that it was dropped; all of it is to come.
     */
    record Unknown(long job) implements Message {}

    /** To a worker: the job is over. */
    record End(long job) implements Message {}
}

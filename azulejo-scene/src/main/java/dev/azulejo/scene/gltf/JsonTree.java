package dev.azulejo.scene.gltf;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;

import dev.azulejo.scene.model.SceneException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON text into plain maps, lists, strings, doubles and booleans. Numbers are doubles: every
 * integer up to 2<sup>53</sup> is exact, and larger ones are out of any range here anyway.
 *
 * <p>Made from the tokens rather than with a data-binding layer, which takes longer to start than a
 * usual file takes to read.
 */
final class JsonTree {
    /** Stands for JSON's null. */
    static final Object NULL = new Object();

    private final JsonParser parser;
    private final LoadLimits limits;
    private final String file;
    private int values;

    private JsonTree(JsonParser parser, LoadLimits limits, String file) {
        this.parser = parser;
        this.limits = limits;
        this.file = file;
    }

    /**
     * Reads a JSON object.
     *
     * @param file for messages
     * @throws SceneException when the text is not one JSON object, or exceeds a limit
     */
    static JsonView read(byte[] data, int offset, int length, LoadLimits limits, String file) {
        if (length > limits.maxJsonBytes()) {
            throw new SceneException(
                    "%s: JSON: %d bytes, at most %d expected"
                            .formatted(file, length, limits.maxJsonBytes()));
        }
        JsonFactory factory =
                new JsonFactoryBuilder()
                        .streamReadConstraints(
                                StreamReadConstraints.builder()
                                        .maxNestingDepth(limits.maxJsonDepth())
                                        .maxNumberLength(200)
                                        .maxStringLength(Integer.MAX_VALUE)
                                        .build())
                        // names come from the file and must not fill a table of the process
                        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                        .build();
        try (JsonParser parser = factory.createParser(data, offset, length)) {
            JsonTree tree = new JsonTree(parser, limits, file);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new SceneException("%s: JSON: an object expected".formatted(file));
            }
            Map<String, Object> root = tree.object();
            if (parser.nextToken() != null) {
                throw new SceneException(
                        "%s: JSON: line %d: nothing expected after the object"
                                .formatted(file, parser.currentLocation().getLineNr()));
            }
            return JsonView.root(root, file);
        } catch (StreamConstraintsException e) {
            throw new SceneException("%s: JSON: %s".formatted(file, e.getOriginalMessage()), e);
        } catch (JsonProcessingException e) {
            throw new SceneException(
                    "%s: JSON: line %d, column %d: %s"
                            .formatted(
                                    file,
                                    e.getLocation() == null ? 0 : e.getLocation().getLineNr(),
                                    e.getLocation() == null ? 0 : e.getLocation().getColumnNr(),
                                    e.getOriginalMessage()),
                    e);
        } catch (IOException e) {
            throw new SceneException("%s: JSON: %s".formatted(file, e.getMessage()), e);
        }
    }

    // recursion is as deep as the text is nested, which the parser limits

    private Map<String, Object> object() throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (map.put(name, value(parser.nextToken())) != null) {
                throw new SceneException(
                        "%s: JSON: line %d: duplicate key \"%s\""
                                .formatted(
                                        file,
                                        parser.currentLocation().getLineNr(),
                                        JsonView.abbreviate(name)));
            }
        }
        return map;
    }

    private List<Object> array() throws IOException {
        ArrayList<Object> list = new ArrayList<>();
        for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
            list.add(value(t));
        }
        return list;
    }

    private Object value(JsonToken token) throws IOException {
        if (++values > limits.maxJsonValues()) {
            throw new SceneException(
                    "%s: JSON: more than %d values".formatted(file, limits.maxJsonValues()));
        }
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> NULL;
            case null, default -> throw new SceneException("%s: JSON is cut off".formatted(file));
        };
    }
}

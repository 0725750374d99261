// SPDX-License-Identifier: Apache-2.0
// The head of a script that speaks the link protocol in plain Python, which the package implements
// in C++. It can call hello(), graph(), called(count, loss), send(header, payload) and hear().
#pragma once

#include <QByteArray>
#include <QString>

#include "engine/remote/message.h"

namespace ng::testing {

// graph() sends the file at `document`.
inline QByteArray linkSpeaker(const QString& document) {
  static const char* const speaker = R"(
import json, os, socket, struct, sys, time
link = socket.socket(socket.AF_UNIX)
link.connect(os.environ['NGRAPH_WORKBENCH'])

def send(header, payload=b''):
    body = json.dumps(header).encode() + b'\n' + payload
    link.sendall(struct.pack('<I', len(body)) + body)

def hello(pid=None):
    send({'kind': 'hello', 'protocol': PROTOCOL, 'pid': pid or os.getpid(), 'program': 'train.py',
          'arguments': [], 'version': '0'})

def graph():
    text = open(sys.argv[1] if len(sys.argv) > 1 else DOCUMENT, 'rb').read()
    send({'kind': 'graph', 'files': [{'name': 'graph.ngraph', 'bytes': len(text)}]}, text)

def called(count, loss):
    send({'kind': 'called', 'computation': 17, 'name': 'train', 'transformer': TRANSFORMER,
          'without': WITHOUT,
          'count': count, 'microseconds': 8.0,
          'values': [{'op': 10, 'dtype': 'float64', 'shape': []}],
          'points': [{'op': 10, 'count': 1}]},
         struct.pack('<ddd', loss, count, loss))

def hear():
    size = struct.unpack('<I', link.recv(4, socket.MSG_WAITALL))[0]
    return json.loads(link.recv(size, socket.MSG_WAITALL).split(b'\n')[0])
)";
  return "DOCUMENT = '" + document.toUtf8() +
         "'\nPROTOCOL = " + QByteArray::number(remote::protocol_version) +
         "\nTRANSFORMER, WITHOUT = 'cpu', []\n" + speaker;
}

}  // namespace ng::testing
